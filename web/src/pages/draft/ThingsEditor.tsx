/** The reference controls or the threats of a draft: a list, and what is chosen beside it. */
import { Bug, CircleAlert, Plus, ShieldCheck, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { plain } from '@/resource/value/Value'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { cn } from '@/ui/cn'
import { Empty } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { useWidth } from '@/ui/table/fitting'
import { useDrafting, useErrors, useOpened } from './drafting'
import { ChoiceField, TextField } from './fields'
import type { Content, ListKind, Thing } from './model/content'
import { newUrn, nextRef } from './model/names'
import { ObjectFields } from './ObjectFields'
import { BESIDE, focusName, SidePanel } from './SidePanel'
import { useThingField } from './useFields'

const WORDS = { reference_controls: 'function', threats: 'threat' } as const
const CATEGORIES = ['policy', 'process', 'procedure', 'technical', 'physical']
const FUNCTIONS = ['govern', 'identify', 'protect', 'detect', 'respond', 'recover']
const OWN = ['ref_id', 'name', 'description', 'category', 'csf_function', 'annotation']

/** Without what names it: requirements must not name something that is gone. */
function without(content: Content, kind: ListKind, urn: string): Content {
  const drop = (list: unknown) => (Array.isArray(list) ? list.filter(one => one !== urn) : list)
  return {
    ...content,
    [kind]: (content[kind] ?? []).filter(one => one.urn !== urn),
    frameworks: (content.frameworks ?? []).map(framework => ({
      ...framework,
      requirement_nodes: (framework.requirement_nodes ?? []).map(node =>
        Array.isArray(node[kind]) && (node[kind] as unknown[]).includes(urn)
          ? { ...node, [kind]: drop(node[kind]) }
          : node,
      ),
    })),
  }
}

export function ThingsEditor({ kind }: { kind: ListKind }) {
  const { t } = useTranslation()
  const { draft, content, edit, editable, problemsOf } = useDrafting()
  const box = useRef<HTMLDivElement>(null)
  const beside = useWidth(box) >= BESIDE
  const [opened, open] = useOpened()
  const [removing, setRemoving] = useState<Thing | null>(null)
  const things = content[kind] ?? []
  const chosen = things.find(one => one.urn === opened)
  const add = () => {
    const refs = things.flatMap(one => one.ref_id ?? [])
    const ref_id = nextRef(
      things.findLast(one => one.ref_id)?.ref_id ?? (kind === 'threats' ? 'T.0' : 'C.0'),
      null,
      refs,
    )
    const urn = newUrn(
      draft.urn,
      WORDS[kind],
      ref_id,
      things.map(one => one.urn),
    )
    edit({ name: ref_id, run: now => ({ ...now, [kind]: [...(now[kind] ?? []), { urn, ref_id }] }) })
    open(urn)
    focusName()
  }
  const remove = (thing: Thing) => {
    const name = thing.name || thing.ref_id || ''
    const before = content
    setRemoving(null)
    open(null)
    edit({ name, run: now => without(now, kind, thing.urn) })
    toast.good(t('draft.removed', { name }), {
      label: t('common.undo'),
      run: () =>
        edit({
          name,
          run: now => ({ ...now, [kind]: before[kind], frameworks: before.frameworks }),
          replaces: now => now.frameworks,
        }),
    })
  }
  const addButton = editable && (
    <Button icon={<Plus size={15} aria-hidden />} onClick={add}>
      {t(`draft.add.${kind}`)}
    </Button>
  )
  return (
    <div ref={box} className="flex flex-col px-5 pt-4 pb-10 lg:px-8">
      {things.length === 0 ? (
        <Empty title={t(`draft.none.${kind}`)} icon={kind === 'threats' ? <Bug /> : <ShieldCheck />}>
          <p>{t(`draft.noneHelp.${kind}`)}</p>
          {addButton}
        </Empty>
      ) : (
        <>
          <div className="flex justify-end pb-3">{addButton}</div>
          <div
            className={cn(
              'grid items-start gap-5',
              beside && 'grid-cols-[minmax(0,1fr)_minmax(22rem,27rem)]',
            )}
          >
            <ul
              aria-label={t(`library.kinds.${kind}`)}
              className="overflow-hidden rounded-lg border border-line bg-surface text-sm"
            >
              {things.map(thing => (
                <li key={thing.urn} className="border-line border-t first:border-t-0">
                  <button
                    type="button"
                    aria-current={thing.urn === opened || undefined}
                    onClick={() => open(thing.urn)}
                    className={cn(
                      'flex min-h-9 w-full items-center gap-3 px-4 py-2 text-left outline-offset-[-2px]',
                      thing.urn === opened
                        ? 'bg-accent-soft shadow-[inset_3px_0_var(--accent)]'
                        : 'hover:bg-hover',
                    )}
                  >
                    <span className="tabular w-16 shrink-0 truncate text-ink-soft">{thing.ref_id}</span>
                    <span className="min-w-0 grow">
                      <span className="font-medium">{thing.name || t('framework.nameless')}</span>
                      {thing.description && (
                        <span className="line-clamp-1 text-ink-soft">{plain(thing.description)}</span>
                      )}
                    </span>
                    {problemsOf(thing.urn).length > 0 && (
                      <span className="flex shrink-0 items-center gap-1 font-medium text-bad text-xs">
                        <CircleAlert size={13} aria-hidden />
                        {t('draft.problems', { count: problemsOf(thing.urn).length })}
                      </span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
            {chosen && (
              <SidePanel
                beside={beside}
                title={chosen.name || chosen.ref_id || ''}
                editable={editable}
                onClose={() => open(null)}
              >
                <ThingPanel
                  key={chosen.urn}
                  kind={kind}
                  thing={chosen}
                  onRemove={() => setRemoving(chosen)}
                />
              </SidePanel>
            )}
          </div>
        </>
      )}
      {removing && (
        <ConfirmDialog
          title={t('draft.removeTitle', { name: removing.name || removing.ref_id || '' })}
          verb={t('common.delete')}
          danger
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>{t('draft.removeThing')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function ThingPanel({ kind, thing, onRemove }: { kind: ListKind; thing: Thing; onRemove: () => void }) {
  const { t } = useTranslation()
  const errors = useErrors(thing.urn)
  const set = useThingField(kind, thing.urn, thing.ref_id || thing.name || '')
  const said = (field: string) => (typeof thing[field] === 'string' ? (thing[field] as string) : '')
  const options = (values: string[], now: string, say: (one: string) => string): [string, string][] => [
    ['', t('draft.notSaid')],
    ...(now && !values.includes(now) ? [[now, now] as [string, string]] : []),
    ...values.map((one): [string, string] => [one, say(one)]),
  ]
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-2">
        <p className="text-ink-soft text-sm">{t(`draft.one.${kind}`)}</p>
        <Button
          look="quiet"
          size="sm"
          icon={<Trash2 size={15} />}
          label={t('common.delete')}
          onClick={onRemove}
        />
      </div>
      <ObjectFields said={said} errors={errors} own={OWN} set={set} />
      {kind === 'reference_controls' && (
        <div className="grid grid-cols-2 gap-3">
          <ChoiceField
            label={t('draft.category')}
            value={said('category')}
            options={options(CATEGORIES, said('category'), one => t(`draft.categories.${one}`))}
            onChange={value => set('category', value)}
          />
          <ChoiceField
            label={t('draft.function')}
            value={said('csf_function')}
            options={options(FUNCTIONS, said('csf_function'), one => t(`draft.functions.${one}`))}
            onChange={value => set('csf_function', value)}
          />
        </div>
      )}
      <TextField
        long
        label={t('framework.guidance')}
        value={said('annotation')}
        errors={errors.of('annotation')}
        onSave={(text, seen) => set('annotation', text, seen)}
      />
      <p className="break-all border-line border-t pt-3 text-ink-faint text-xs">{thing.urn}</p>
    </div>
  )
}
