/** Dashboards, their widgets, and what those show. */
import { queryOptions } from '@tanstack/react-query'
import { get } from '@/api/client'
import type { Row } from '@/api/model'
import { pageQuery } from '@/api/objects'

export const DASHBOARDS = 'metrology/dashboards'
export const WIDGETS = 'metrology/dashboard-widgets'
export const METRICS = 'metrology/metric-instances'

/** A dashboard has at most 60 widgets, and a person seldom more dashboards than this. */
const MOST = 500

export interface Ref {
  id: string
  str: string
}

export interface Dashboard extends Row {
  name: string
  description: string | null
  folder: Ref
  builtin: boolean
  is_published: boolean
  widget_count: number
  dashboard_definition: { time_range?: string | null }
}

export interface Widget extends Row {
  dashboard: Ref
  title: string | null
  display_title: string
  chart_type: string
  time_range: string
  aggregation: string
  show_target: boolean
  show_legend: boolean
  position_x: number
  position_y: number
  width: number
  height: number
  widget_config: Record<string, unknown>
  metric_instance: Ref | null
  target_object_id: (Ref & { resource: string }) | null
  target_model: string | null
  metric_key: string | null
  text_content: string | null
}

export interface Point {
  date: string
  at?: string | null
  value: number
  rebuilt: boolean
}

export interface Series {
  key: string | null
  label: string
  color: string | null
  value: number | null
  points: Point[]
}

/** What a widget shows. */
export interface Shown {
  widget: string
  kind: 'custom' | 'builtin' | 'text'
  state: 'ok' | 'empty' | 'hidden' | 'outside_filter'
  title: string
  chart_type: string
  aggregation: string
  time_range: string
  start: string | null
  end: string
  resource: string | null
  object: Ref | null
  metric_key: string | null
  counted: { resource: string; field: string } | null
  type: 'number' | 'percentage' | 'breakdown' | 'level' | null
  unit: string | null
  target: number | null
  higher_is_better: boolean | null
  levels: string[] | null
  value: number | null
  previous: number | null
  series: Series[]
  text: string | null
}

/** What applies to all widgets, as the API takes it. */
export interface Limits {
  folder?: string
  time_range?: string
  start?: string
  end?: string
}

export const dashboardsQuery = pageQuery<Dashboard>(DASHBOARDS, { ordering: 'name' }, 0, MOST)

export const widgetsQuery = (dashboard: string) =>
  pageQuery<Widget>(WIDGETS, { dashboard, ordering: 'position_y,position_x' }, 0, MOST)

/** Where the widgets of all dashboards lie, for their pictures. */
export const outlinesQuery = pageQuery<Pick<Widget, 'id' | 'dashboard' | 'chart_type'> & Place>(
  WIDGETS,
  { fields: 'id,dashboard,chart_type,position_x,position_y,width,height' },
  0,
  1000,
)
type Place = Pick<Widget, 'position_x' | 'position_y' | 'width' | 'height'>

/**
 * What all widgets show. Days before recording began are rebuilt from the journal on request, which takes longer: charts are
 * shown without them first.
 */
export const dataQuery = (dashboard: string, limits: Limits, rebuild: boolean) =>
  queryOptions({
    queryKey: ['list', DASHBOARDS, dashboard, 'data', limits, rebuild],
    queryFn: async ({ signal }) =>
      (
        await get<{ widgets: Shown[] }>(
          `${DASHBOARDS}/${dashboard}/data/`,
          { ...limits, ...(rebuild && { rebuild: 'true' }) },
          signal,
        )
      ).widgets,
    staleTime: rebuild ? 5 * 60_000 : 30_000,
  })

export interface Recorded {
  label: string
  type: NonNullable<Shown['type']>
  description: string
  chart_types: string[]
}

/** The numbers that Cairn records of each kind of object. */
export const recordedQuery = queryOptions({
  queryKey: ['list', 'metrology/builtin-metric-samples', 'supported'],
  queryFn: ({ signal }) =>
    get<Record<string, Record<string, Recorded>>>(
      'metrology/builtin-metric-samples/supported_models/',
      undefined,
      signal,
    ),
  staleTime: 10 * 60_000,
})
