/** What the pages of campaigns ask the API for, and what they do to many audits at once. */
import { queryOptions } from '@tanstack/react-query'
import { get, request } from '@/api/client'
import type { Ref, Row } from '@/api/model'
import { batch, itemQuery, type Page } from '@/api/objects'
import { AUDITS, ROWS } from '../audit/api'
import { ASSIGNMENTS, setStatus } from '../audit/assign/api'
import type { Group } from '../audit/model/progress'
import type { CampaignAudit, Respondent } from './model'

export const CAMPAIGNS = 'campaigns'

export interface Campaign extends Row {
  name: string
  folder: Ref
  status: string | null
  due_date: string | null
  frameworks: Ref[]
  perimeters: Ref[]
}

export function campaignQuery(id: string) {
  const { queryKey, queryFn, staleTime } = itemQuery(CAMPAIGNS, id)
  return { queryKey, queryFn, staleTime, select: (row: Row) => row as Campaign }
}

const FIELDS = 'id,name,folder,framework,perimeter,status,progress,due_date,is_locked'
/** As many audits as a campaign can have. */
const MOST = 200

export const auditsQuery = (campaign: string) =>
  queryOptions({
    queryKey: ['list', AUDITS, 'of campaign', campaign],
    queryFn: async ({ signal }) => {
      const params = { campaign, fields: FIELDS, ordering: 'name', limit: MOST }
      return (await get<Page<CampaignAudit>>(`${AUDITS}/`, params, signal)).results
    },
    staleTime: 15_000,
  })

/** So many ids fit into an address. */
const PORTION = 50

/** Who answers in these audits. */
export const respondentsQuery = (audits: string[]) =>
  queryOptions({
    queryKey: ['list', ASSIGNMENTS, 'in', audits],
    queryFn: async ({ signal }) => {
      const all: Respondent[] = []
      for (let at = 0; at < audits.length; at += PORTION) {
        const params = {
          compliance_assessment__in: audits.slice(at, at + PORTION).join(),
          fields: 'id,compliance_assessment,actor,status',
          limit: 1000,
        }
        all.push(...(await get<Page<Respondent>>(`${ASSIGNMENTS}/`, params, signal)).results)
      }
      return all
    },
    enabled: audits.length > 0,
    staleTime: 15_000,
  })

/** Gives all requirements of an audit to people. It stays a draft until the campaign starts, unless that has happened. */
export async function giveAudit(audit: string, actors: string[], start: boolean) {
  const params = { compliance_assessment: audit, fields: 'id,requirement,selected', limit: 5000 }
  type Line = { id: string; requirement: { assessable?: boolean }; selected: boolean }
  const { results } = await get<Page<Line>>(`${ROWS}/`, params)
  const rows = results.filter(row => row.selected && row.requirement.assessable).map(row => row.id)
  if (rows.length === 0) return
  const body = { compliance_assessment: audit, actor: actors, requirement_assessments: rows }
  const made = await request<{ id: string }>(`${ASSIGNMENTS}/`, { method: 'POST', body })
  if (start) await setStatus(made.data.id, 'in_progress')
}

/** Gives the audits of a new campaign to whoever answers in their perimeter. */
export async function giveAudits(
  campaign: string,
  people: Record<string, string[]>,
  tell: (done: number, all: number) => void,
) {
  const params = { campaign, fields: FIELDS, limit: MOST }
  const { results } = await get<Page<CampaignAudit>>(`${AUDITS}/`, params)
  const given = results.flatMap(audit => {
    const actors = people[audit.perimeter?.id ?? ''] ?? []
    return actors.length > 0 ? [{ audit: audit.id, actors }] : []
  })
  for (const [at, { audit, actors }] of given.entries()) {
    tell(at, given.length)
    await giveAudit(audit, actors, false)
  }
}

interface Framework {
  id: string
  implementation_groups_definition: Group[] | null
}

/** The frameworks that there are, with their groups. */
export const frameworksQuery = queryOptions({
  queryKey: ['list', 'frameworks', 'groups'],
  queryFn: async ({ signal }) => {
    const params = { fields: 'id,implementation_groups_definition', limit: 5000 }
    return (await get<Page<Framework>>('frameworks/', params, signal)).results
  },
  staleTime: 30_000,
})

interface Perimeter {
  id: string
  name: string
  folder: Ref
  default_assignee: Ref[]
}

export const perimetersQuery = (ids: string[]) =>
  queryOptions({
    queryKey: ['list', 'perimeters', 'chosen', ids],
    queryFn: async ({ signal }) => {
      const params = { id: ids.join(), fields: 'id,name,folder,default_assignee', limit: MOST }
      return (await get<Page<Perimeter>>('perimeters/', params, signal)).results
    },
    enabled: ids.length > 0,
    placeholderData: before => before,
    staleTime: 30_000,
  })

async function change(audits: CampaignAudit[], field: string, value: unknown) {
  const ids = audits.map(audit => audit.id)
  if (ids.length === 0) return
  const [failed] = (await batch(AUDITS, { action: 'change_field', ids, field, value })).failed
  if (failed) throw new Error(failed.error)
}

const mark = (campaign: string, status: string) =>
  request(`${CAMPAIGNS}/${campaign}/`, { method: 'PATCH', body: { status } })

/** Planned audits are under way from now on, and whoever answers can do so. */
export async function startCampaign(id: string, audits: CampaignAudit[], respondents: Respondent[]) {
  await change(
    audits.filter(audit => audit.status === 'planned'),
    'status',
    'in_progress',
  )
  for (const one of respondents.filter(one => one.status === 'draft')) await setStatus(one.id, 'in_progress')
  await mark(id, 'in_progress')
}

/** Nothing can be changed any more. */
export async function closeCampaign(id: string, audits: CampaignAudit[]) {
  await change(
    audits.filter(audit => !audit.is_locked),
    'is_locked',
    true,
  )
  await mark(id, 'done')
}

export async function reopenCampaign(id: string, audits: CampaignAudit[]) {
  await change(
    audits.filter(audit => audit.is_locked),
    'is_locked',
    false,
  )
  await mark(id, 'in_progress')
}
