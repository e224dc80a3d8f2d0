/** A widget while it is being chosen: what it shows, how, and what the server is sent. */

import type { Widget } from './api'
import type { Box } from './places'
import { roomFor } from './places'

export type Kind = 'recorded' | 'metric' | 'text'

export interface Draft {
  kind: Kind
  /** The kind of object, as the API names it. */
  model: string
  object: string | null
  key: string
  metric: string | null
  text: string
  title: string
  chart: string
  range: string
  from: string
  to: string
  aggregation: string
  showTarget: boolean
  showLegend: boolean
}

/** The resources that numbers are recorded of, by the names that the API has for them. */
export const MODELS: Record<string, string> = {
  Folder: 'folders',
  ComplianceAssessment: 'compliance-assessments',
  RiskAssessment: 'risk-assessments',
  FindingsAssessment: 'findings-assessments',
}

/** The charts of metrics that people collect. */
export const METRIC_CHARTS = ['kpi_card', 'line', 'area', 'bar', 'gauge', 'sparkline', 'table']

export function draftOf(widget: Widget | undefined, domain: string): Draft {
  const config = widget?.widget_config ?? {}
  return {
    kind: widget?.text_content != null ? 'text' : widget && !widget.metric_key ? 'metric' : 'recorded',
    model: widget?.target_model ?? 'Folder',
    object: widget ? (widget.target_object_id?.id ?? null) : domain,
    key: widget?.metric_key ?? '',
    metric: widget?.metric_instance?.id ?? null,
    text: widget?.text_content ?? '',
    title: widget?.title ?? '',
    chart: widget?.chart_type ?? 'kpi_card',
    range: widget?.time_range ?? 'last_30_days',
    from: typeof config.start === 'string' ? config.start : '',
    to: typeof config.end === 'string' ? config.end : '',
    aggregation: widget?.aggregation ?? 'none',
    showTarget: widget?.show_target ?? true,
    showLegend: widget?.show_legend ?? true,
  }
}

/** Whether enough is chosen. */
export function isComplete(draft: Draft): boolean {
  if (draft.range === 'custom' && draft.kind !== 'text' && !(draft.from && draft.to)) return false
  if (draft.kind === 'text') return draft.text.trim() !== ''
  return draft.kind === 'metric' ? !!draft.metric : !!draft.object && draft.key !== ''
}

/** How large something new is: a number needs less than a chart. */
export function sizeFor(chart: string): { width: number; height: number } {
  if (chart === 'kpi_card') return { width: 3, height: 2 }
  if (chart === 'sparkline') return { width: 3, height: 3 }
  if (chart === 'line' || chart === 'area') return { width: 6, height: 4 }
  return chart === 'text' ? { width: 4, height: 3 } : { width: 4, height: 4 }
}

/** What is sent; a new one goes where there is room. */
export function valuesOf(draft: Draft, widget: Widget | undefined, boxes: Box[]): Record<string, unknown> {
  const isText = draft.kind === 'text'
  const isRecorded = draft.kind === 'recorded'
  const chart = isText ? 'text' : draft.chart
  const size = sizeFor(chart)
  const room = roomFor(boxes, size.width, size.height)
  return {
    title: draft.title.trim() || null,
    chart_type: chart,
    metric_instance: draft.kind === 'metric' ? draft.metric : null,
    target_object_id: isRecorded ? draft.object : null,
    target_model: isRecorded ? draft.model : null,
    metric_key: isRecorded ? draft.key : null,
    text_content: isText ? draft.text : null,
    time_range: isText ? 'last_30_days' : draft.range,
    aggregation: isText ? 'none' : draft.aggregation,
    show_target: draft.showTarget,
    show_legend: draft.showLegend,
    widget_config:
      !isText && draft.range === 'custom'
        ? { ...widget?.widget_config, start: draft.from, end: draft.to }
        : (widget?.widget_config ?? {}),
    ...(!widget && { ...size, position_x: room.x, position_y: room.y }),
  }
}
