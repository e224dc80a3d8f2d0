/** A framework, a domain and an audit in one form; then straight to the first requirement. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { request } from '@/api/client'
import type { Row } from '@/api/model'
import { refresh } from '@/api/objects'
import { useInterface } from '@/api/user'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { AUDITS, treeQuery } from '@/pages/audit/api'
import { counts, flatten } from '@/pages/audit/model/tree'
import { today } from '@/pages/due/days'
import { frameworksQuery, librariesQuery, STORED, upload } from '@/pages/library/api'
import type { Library } from '@/pages/library/libraries'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { DropZone } from '@/ui/DropZone'
import { FormField } from '@/ui/Field'
import { Skeleton } from '@/ui/States'
import { Name } from './DomainStep'
import { type Deed, Progress } from './Progress'
import { StepFrame } from './StepFrame'

/** Made by us for a first audit. */
const FIRST = 'security-baseline'
const SHOWN = 5
const OWN_FILE = 'file'

interface Props {
  /** The domain that is there already. */
  domain: string | null
  onSkip: () => void
}

export function AuditStep({ domain, onSkip }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [ui, change] = useInterface()
  const libraries = useQuery(librariesQuery)
  const [picked, setPicked] = useState<string | null>(null)
  const [domainName, setDomainName] = useState('')
  const [auditName, setAuditName] = useState<string | null>(null)
  const [now, setNow] = useState<Deed | null>(null)
  // What is there already isn't created again when a later step failed.
  const made = useRef(domain)
  const offered = (libraries.data ?? []).filter(one => one.objects_meta.frameworks).toSorted(byUse)
  const chosen = picked ?? offered[0]?.id ?? OWN_FILE
  const library = offered.find(one => one.id === chosen)
  const name = auditName ?? (library ? `${library.name} ${today().slice(0, 4)}` : '')
  const send = useMutation({
    mutationFn: upload,
    onSuccess: async result => {
      await refresh(client)
      setPicked(result.id)
    },
  })
  const start = useMutation({
    mutationFn: async (library: Library) => {
      setNow('framework')
      if (!library.is_loaded) await request(`${STORED}/${library.id}/import/`, { method: 'POST', body: {} })
      const frameworks = await client.fetchQuery({ ...frameworksQuery, staleTime: 0 })
      const framework = frameworks.find(one => one.library?.urn === library.urn)
      if (!framework) throw new Error(t('start.audit.noFramework'))
      setNow('domain')
      if (!made.current) {
        const body = { name: domainName.trim() }
        made.current = (await request<Row>('folders/', { method: 'POST', body })).data.id
        change({ start: { ...ui.start, domain: made.current } })
      }
      setNow('audit')
      const body = { name: name.trim(), folder: made.current, framework: framework.id, status: 'in_progress' }
      const audit = (await request<Row>(`${AUDITS}/`, { method: 'POST', body })).data
      const tree = await client.fetchQuery(treeQuery(audit.id))
      return { audit: audit.id, req: flatten(tree).find(counts)?.id }
    },
    onSuccess: async ({ audit, req }) => {
      await navigate({ to: `/${AUDITS}/${audit}`, search: { req } } as never)
      void refresh(client)
    },
    // The library counts as loaded now, even if a later step failed.
    onError: () => void refresh(client),
    onSettled: () => setNow(null),
  })
  if (libraries.isPending) return <Skeleton className="h-60 w-full" />
  return (
    <StepFrame
      title={t('start.audit.title')}
      help={t('start.audit.help')}
      action={t('start.audit.action')}
      busy={start.isPending || !library}
      error={start.error}
      onSubmit={() => library && start.mutate(library)}
      onSkip={onSkip}
    >
      <ChoiceCards
        label={t('start.audit.framework')}
        value={chosen}
        onChange={setPicked}
        choices={[
          ...offered
            .filter((one, at) => at < SHOWN || one.id === picked)
            .map(one => ({
              value: one.id,
              label: one.name,
              help: <span className="line-clamp-2">{one.description}</span>,
            })),
          { value: OWN_FILE, label: t('start.audit.upload'), help: t('start.audit.uploadHelp') },
        ]}
      />
      {offered.length > SHOWN && (
        <p className="text-ink-soft text-sm">
          {t('start.audit.more', {
            count: offered.length - SHOWN,
            shown: formatNumber(offered.length - SHOWN),
          })}
        </p>
      )}
      {chosen === OWN_FILE ? (
        <>
          <DropZone
            accept=".yaml,.yml,.xlsx"
            busy={send.isPending}
            label={send.isPending ? send.variables.name : undefined}
            onFiles={files => files[0] && send.mutate(files[0])}
          />
          {send.error && (
            <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
              {send.error.message}
            </p>
          )}
        </>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          {!domain && (
            <FormField label={t('start.domain.label')} help={t('start.audit.domainHelp')} required>
              <Name value={domainName} onChange={setDomainName} placeholder={t('start.domain.example')} />
            </FormField>
          )}
          <FormField label={t('start.audit.label')} required>
            <Name value={name} onChange={setAuditName} />
          </FormField>
        </div>
      )}
      {now && <Progress now={now} />}
    </StepFrame>
  )
}

/** Ours first, then what is loaded, then by name. */
function byUse(one: Library, other: Library): number {
  const rank = (library: Library) =>
    library.ref_id === FIRST ? 0 : library.is_loaded ? 1 : library.builtin ? 2 : 3
  return rank(one) - rank(other) || one.name.localeCompare(other.name)
}
