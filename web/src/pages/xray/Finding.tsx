/** One check: what it found, each with the button that puts it right, and one for all of them. */
import { Link } from '@tanstack/react-router'
import { CircleCheck, Wrench } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { field, type Ref, useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { canEdit } from '@/resource/detail/Editable'
import { QUIET } from '@/resource/detail/Section'
import { BulkProgress, BulkReport } from '@/resource/list/bulk/BulkProgress'
import { useBulk } from '@/resource/list/bulk/useBulk'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/Toast'
import { applied, type Check, idsOf } from './api'
import { FieldEditor } from './FieldEditor'
import { FixAll } from './FixAll'
import { SeverityMark } from './SeverityMark'

/** As many as say enough; the rest is behind a button, or in the list. */
const SHOWN = 5

/** Fields that can have the same value in many records. */
const MANY = new Set(['choice', 'date', 'boolean', 'reference', 'many'])

const ValueDialog = lazy(() => import('@/resource/list/ValueDialog'))

export function Finding({ check }: { check: Check }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const heading = useId()
  const resource = useModel().resources[check.resource]
  const bulk = useBulk(check.resource)
  const [all, setAll] = useState(false)
  const [asking, setAsking] = useState(false)
  const [editing, setEditing] = useState<string | null>(null)
  const isFixed = check.count === 0
  const { fix } = check
  const edited = fix?.kind === 'edit' && resource ? field(resource, fix.field) : undefined
  const mayFix =
    !!fix &&
    !!resource &&
    (fix.kind === 'edit'
      ? canEdit(resource, { id: '' }, edited)
      : fix.kind === 'set'
        ? Object.keys(fix.fields).every(name => canEdit(resource, { id: '' }, field(resource, name)))
        : resource.actions.some(action => action.name === fix.action))
  const run = (ids: string[]) => {
    if (!fix || fix.kind === 'edit') return
    void bulk.start(ids, {
      action: some => applied(check, fix, some),
      doing: 'list.bulk.updating',
      done: 'list.changed',
      undoable: fix.kind === 'set',
    })
  }
  const runAll = async () => {
    setAsking(false)
    try {
      run(await idsOf(check))
    } catch (error) {
      toast.bad(error)
    }
  }
  // A relation is added to; anything else gets the same value in all of them.
  const editMany = edited?.kind === 'many' ? 'add_to_field' : 'change_field'
  const setMany = async (value: unknown) => {
    setAsking(false)
    try {
      void bulk.start(await idsOf(check), {
        action: editMany,
        field: edited?.name,
        value,
        doing: 'list.bulk.updating',
        done: 'list.changed',
        undoable: true,
      })
    } catch (error) {
      toast.bad(error)
    }
  }
  const offersAll = mayFix && check.count > 1 && !bulk.running && (!edited || MANY.has(edited.kind))
  const shown = all ? check.objects : check.objects.slice(0, SHOWN)
  const hidden = check.objects.length - shown.length
  const kind = resource
    ? (check.count === 1 ? labels.name(resource) : labels.plural(resource)).toLowerCase()
    : ''
  return (
    <section aria-labelledby={heading} className="rounded-lg border border-line bg-raised">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
        <div className="min-w-0 grow basis-72">
          <p className="flex flex-wrap items-center gap-x-2.5 text-sm">
            {isFixed ? (
              <span className="inline-flex items-center gap-1.5 font-medium text-good">
                <CircleCheck size={15} aria-hidden />
                {t('xray.fixed')}
              </span>
            ) : (
              <>
                <SeverityMark severity={check.severity} />
                <span className="text-ink-soft">{t('xray.found', { count: check.count, kind })}</span>
              </>
            )}
          </p>
          <h2
            id={heading}
            className={isFixed ? 'mt-0.5 text-base text-ink-soft line-through' : 'mt-0.5 text-base'}
          >
            {check.message}
          </h2>
        </div>
        {offersAll && (
          <Button data-no-print icon={<Wrench size={14} aria-hidden />} onClick={() => setAsking(true)}>
            {t(edited ? 'xray.setAll' : 'xray.fixAll', { count: check.count })}
          </Button>
        )}
        {bulk.running && bulk.running.total > 1 && (
          <BulkProgress running={bulk.running} onCancel={bulk.cancel} />
        )}
      </header>
      {!isFixed && (
        <ul aria-labelledby={heading}>
          {shown.map(object => (
            <li key={object.id} className="border-line border-t px-4 py-0.5 max-sm:py-1.5">
              <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <Link
                  to={to.item(check.resource, object.id)}
                  className="min-w-0 grow basis-40 truncate rounded-sm font-medium underline-offset-3 hover:underline"
                  title={object.str}
                >
                  {object.str}
                </Link>
                {mayFix && editing !== object.id && (
                  <FixButton
                    label={fix.label}
                    object={object}
                    busy={!!bulk.running}
                    onFix={() => (fix.kind === 'edit' ? setEditing(object.id) : run([object.id]))}
                  />
                )}
              </div>
              {editing === object.id && resource && edited && (
                <FieldEditor
                  resource={resource}
                  id={object.id}
                  field={edited}
                  onClose={() => setEditing(null)}
                />
              )}
            </li>
          ))}
          {check.count > SHOWN && (
            <li className="flex flex-wrap items-center gap-x-5 border-line border-t px-4 py-1.5">
              {hidden > 0 && (
                <button type="button" data-no-print className={QUIET} onClick={() => setAll(true)}>
                  {t('xray.showMore', { count: hidden })}
                </button>
              )}
              {resource && (
                <Link to={to.list(check.resource)} search={check.query as never} className={QUIET}>
                  {t('detail.allOf', { count: check.count })} <span className="sr-only">{kind}</span>
                </Link>
              )}
            </li>
          )}
        </ul>
      )}
      {asking && resource && fix && fix.kind !== 'edit' && (
        <FixAll
          resource={resource}
          check={check}
          fix={fix}
          onClose={() => setAsking(false)}
          onConfirm={() => void runAll()}
        />
      )}
      {asking && resource && edited && fix && (
        <Suspense>
          <ValueDialog
            resource={resource}
            field={edited}
            title={fix.label}
            note={t('list.bulk.applies', { count: check.count })}
            onClose={() => setAsking(false)}
            onApply={value => void setMany(value)}
          />
        </Suspense>
      )}
      {bulk.report && <BulkReport report={bulk.report} note={t('xray.stay')} onClose={bulk.dismiss} />}
    </section>
  )
}

interface FixProps {
  label: string
  object: Ref
  busy: boolean
  onFix: () => void
}

/** It says what it does; on a phone there is room for one word. */
function FixButton({ label, object, busy, onFix }: FixProps) {
  const { t } = useTranslation()
  return (
    <Button
      size="sm"
      data-no-print
      disabled={busy}
      title={label}
      className="max-w-full max-sm:h-11 max-sm:px-3"
      onClick={onFix}
    >
      <span className="truncate max-sm:hidden">{label}</span>
      <span aria-hidden className="sm:hidden">
        {t('xray.fix')}
      </span>
      <span className="sr-only">
        <span className="sm:hidden">{`${t('xray.fix')}: ${label}`}</span>: {object.str}
      </span>
    </Button>
  )
}
