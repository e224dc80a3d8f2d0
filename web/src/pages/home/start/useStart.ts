/**
 * The progress of the guided setup. It is derived from the data, so it survives a reload, another browser
 * and another administrator; only skipped steps are stored.
 */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { flatten, useDomains } from '@/api/domains'
import { useModel } from '@/api/model'
import { type Page, pageQuery } from '@/api/objects'
import { may, useInterface, useUser } from '@/api/user'
import { AUDITS } from '../../audit/api'
import { useDemo } from '../demo/useDemo'

export const STEPS = ['audit', 'domain', 'objects', 'finding', 'webhook'] as const
export type StepName = (typeof STEPS)[number]

export interface Start {
  /** Whether the home page shows the guided setup. */
  shown: boolean
  /** Whether the person has closed it, and can have it back. */
  dismissed: boolean
  pending: boolean
  /** The domain of the first objects. */
  domain: string | null
  done: Record<StepName, boolean>
  skipped: StepName[]
}

export function useStart(): Start {
  const user = useUser()
  const model = useModel()
  const tree = useDomains()
  const demo = useDemo()
  const [ui] = useInterface()
  const own = (tree.children ?? []).filter(domain => domain.uuid !== demo.folder?.id)
  const ids = own.flatMap(domain => flatten(domain).map(one => one.uuid))
  const wanted = ui.start?.domain
  const domain = (wanted && ids.includes(wanted) ? wanted : ids[0]) ?? null
  const begun = wanted !== undefined && ids.includes(wanted)
  const mayStart = user.interface.show_get_started && may(user, 'add_folder')
  const wantsStart = mayStart && !ui.welcomed
  const shown = wantsStart && !demo.pending && (own.length === 0 || begun)

  const folder = ids.join(',')
  const asked = [AUDITS, 'assets', 'applied-controls', 'findings', 'webhooks/endpoints']
  const answers = useQueries({
    queries: asked.map(path => ({
      ...pageQuery(path, path.startsWith('webhooks') ? {} : { folder }, 0, 1),
      enabled: shown && path in model.resources && (ids.length > 0 || path.startsWith('webhooks')),
    })),
  }) as UseQueryResult<Page>[]
  const has = (path: string) => (answers[asked.indexOf(path)]?.data?.count ?? 0) > 0
  return {
    shown,
    dismissed: mayStart && !!ui.welcomed,
    pending: answers.some(answer => answer.isLoading),
    domain,
    done: {
      audit: has(AUDITS),
      domain: own.length > 0,
      objects: has('assets') && has('applied-controls'),
      finding: has('findings'),
      webhook: has('webhooks/endpoints'),
    },
    skipped: (ui.start?.skipped ?? []) as StepName[],
  }
}
