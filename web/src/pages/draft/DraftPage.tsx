/** The page of a draft: a library of one's own, edited, checked and published. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Ellipsis, FileDown, FileInput, ListTree, Plus, Rocket, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Answer } from '@/api/client'
import { saveFile } from '@/api/download'
import { type Resource, useModel } from '@/api/model'
import { formatTime } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { History } from '@/resource/detail/History'
import { Loaded } from '@/resource/detail/Loaded'
import { RemoveDialog } from '@/resource/RemoveDialog'
import { NotFound } from '@/resource/ResourcePage'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { PageHeader } from '@/shell/PageHeader'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Menu } from '@/ui/Menu'
import { Empty } from '@/ui/States'
import { type Tab, Tabs } from '@/ui/Tabs'
import { toast } from '@/ui/Toast'
import { STORED } from '../library/api'
import { insideWords } from '../library/words'
import { About } from './About'
import { AddFramework } from './AddFramework'
import { checkQuery, DRAFTS, type Draft, draftQuery } from './api'
import { Checks } from './Checks'
import { DraftingProvider, type Shared } from './drafting'
import { FrameworkEditor } from './FrameworkEditor'
import { ImportDialog } from './ImportDialog'
import { byObject, locate, located } from './model/problems'
import { PublishDialog } from './PublishDialog'
import { Refused } from './Refused'
import { ThingsEditor } from './ThingsEditor'
import { type Drafting, useDraft } from './useDraft'

export default function DraftPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const resource = useModel().resources[DRAFTS]
  const query = useQuery(draftQuery(id))
  if (!resource) return <NotFound />
  return (
    <Loaded query={query} path={DRAFTS} id={id}>
      {answer => <Editing key={id} resource={resource} answer={answer} />}
    </Loaded>
  )
}

type Asked = 'publish' | 'framework' | 'import' | 'delete' | null

function Editing({ resource, answer }: { resource: Resource; answer: Answer<Draft> }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const libraries = useModel().resources[STORED]
  const navigate = useNavigate()
  const drafting = useDraft(answer)
  const { draft, content, isDirty, saved } = drafting
  const [asked, setAsked] = useState<Asked>(null)
  const editable = resource.permissions.change && !resource.read_only
  const check = useQuery(checkQuery(draft.id, answer.etag)).data
  const problems = useMemo(
    () =>
      check
        ? [
            ...check.problems.map(one => locate(answer.data.content, one)),
            ...check.conflicts.map(one => located(answer.data.content, one)),
          ]
        : [],
    [check, answer.data.content],
  )
  const shared: Shared = useMemo(() => {
    const found = byObject(problems)
    return { ...drafting, editable, problems, problemsOf: urn => found.get(urn) ?? [] }
  }, [drafting, editable, problems])
  const frameworks = content.frameworks ?? []
  const tabs: Tab[] = [
    ...(frameworks.length === 0
      ? [
          {
            name: 'framework',
            label: t('draft.framework'),
            view: () => <NoFramework editable={editable} onAdd={() => setAsked('framework')} />,
          },
        ]
      : frameworks.map(framework => ({
          name: framework.urn,
          label: framework.name || framework.ref_id || t('draft.framework'),
          count: (framework.requirement_nodes ?? []).filter(node => node.assessable).length,
          view: () => <FrameworkEditor key={framework.urn} framework={framework} />,
        }))),
    ...(['reference_controls', 'threats'] as const).map(kind => ({
      name: kind,
      label: t(`library.kinds.${kind}`),
      count: content[kind]?.length ?? 0,
      view: () => <ThingsEditor kind={kind} />,
    })),
    {
      name: 'about',
      label: t('draft.about'),
      view: () => <About resource={resource} draft={draft} />,
    },
    {
      name: 'history',
      label: t('detail.history'),
      view: () => <History resource={resource} id={draft.id} />,
    },
  ]
  const close = () => setAsked(null)
  const isNew = draft.last_published_version === null
  return (
    <DraftingProvider value={shared}>
      <div className="relative flex min-h-0 grow flex-col">
        <PageHeader
          title={draft.name}
          crumbs={[{ label: libraries ? labels.plural(libraries) : '', to: to.list(STORED) }]}
          mark={<Standing draft={draft} />}
          actions={
            <>
              <Saved drafting={drafting} />
              {editable && (
                <Button
                  look="primary"
                  icon={<Rocket size={15} aria-hidden />}
                  onClick={() => void saved().then(() => setAsked('publish'))}
                >
                  {t('draft.publish')}
                </Button>
              )}
              <Menu
                items={[
                  editable && {
                    label: t('draft.addFramework'),
                    icon: <Plus />,
                    run: () => setAsked('framework'),
                  },
                  editable && {
                    label: t('draft.import'),
                    icon: <FileInput />,
                    run: () => void saved().then(() => setAsked('import')),
                  },
                  {
                    label: t('draft.export'),
                    icon: <FileDown />,
                    run: () =>
                      void saved()
                        .then(() => saveFile(`${DRAFTS}/${draft.id}/export/`))
                        .catch(toast.bad),
                  },
                  resource.permissions.delete && !resource.read_only && null,
                  resource.permissions.delete &&
                    !resource.read_only && {
                      label: t('draft.delete'),
                      icon: <Trash2 />,
                      danger: true,
                      run: () => setAsked('delete'),
                    },
                ]}
              >
                <Button icon={<Ellipsis size={17} />} label={t('common.more')} />
              </Menu>
            </>
          }
        >
          <ul
            aria-label={t('detail.facts')}
            className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1.5 text-sm"
          >
            <li>{insideWords(t, draft)}</li>
            <li className="text-ink-soft">{draft.packager}</li>
            <li className="text-ink-faint max-sm:hidden">{draft.ref_id}</li>
            <li className="text-ink-soft">
              {isNew
                ? t('draft.neverPublished')
                : t('draft.publishedAs', { version: draft.last_published_version })}
            </li>
          </ul>
          <Refused />
          <Checks notes={check?.notes ?? []} />
        </PageHeader>
        <Tabs tabs={tabs} label={t('detail.sections')} />
      </div>
      <LeaveGuard isDirty={isDirty} />
      {asked === 'delete' && (
        <RemoveDialog
          resource={resource}
          row={draft}
          onClose={close}
          onRemoved={() => void navigate({ to: to.list(STORED) })}
        />
      )}
      {asked === 'publish' && <PublishDialog onClose={close} />}
      {asked === 'framework' && <AddFramework onClose={close} />}
      {asked === 'import' && <ImportDialog draft={draft} onClose={close} />}
    </DraftingProvider>
  )
}

function Standing({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  if (draft.last_published_version === null) return <Badge>{t('draft.isDraft')}</Badge>
  return draft.has_unpublished_changes ? (
    <Badge tone="warn">{t('draft.unpublished')}</Badge>
  ) : (
    <Badge tone="good">{t('draft.isPublished')}</Badge>
  )
}

/** That nothing needs to be saved by hand is said by saying when it was. */
function Saved({ drafting: { state, savedAt } }: { drafting: Drafting }) {
  const { t } = useTranslation()
  return (
    <span role="status" className="text-ink-faint text-sm max-sm:hidden">
      {state === 'saving'
        ? t('draft.saving')
        : state === 'offline'
          ? t('draft.offline')
          : savedAt && t('draft.savedAt', { time: formatTime(savedAt) })}
    </span>
  )
}

function NoFramework({ editable, onAdd }: { editable: boolean; onAdd: () => void }) {
  const { t } = useTranslation()
  return (
    <Empty title={t('draft.noFramework')} icon={<ListTree />}>
      <p>{t('draft.noFrameworkHelp')}</p>
      {editable && (
        <Button look="primary" icon={<Plus size={15} aria-hidden />} onClick={onAdd}>
          {t('draft.addFramework')}
        </Button>
      )}
    </Empty>
  )
}
