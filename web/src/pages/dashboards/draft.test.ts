import { expect, test } from 'vitest'
import { draftOf, isComplete, valuesOf } from './draft'

test('a new widget about a domain needs a number, and goes where there is room', () => {
  const draft = draftOf(undefined, 'domain')
  expect(isComplete(draft)).toBe(false)
  const chosen = { ...draft, key: 'controls_status_breakdown', chart: 'donut' }
  expect(isComplete(chosen)).toBe(true)
  const values = valuesOf(chosen, undefined, [{ id: 'a', x: 0, y: 0, w: 4, h: 4 }])
  expect(values).toMatchObject({
    target_object_id: 'domain',
    target_model: 'Folder',
    metric_key: 'controls_status_breakdown',
    metric_instance: null,
    text_content: null,
    title: null,
    position_x: 4,
    position_y: 0,
    width: 4,
    height: 4,
  })
})

test('a text is drawn as a text and shows nothing else', () => {
  const draft = {
    ...draftOf(undefined, 'domain'),
    kind: 'text' as const,
    text: 'Hello',
    key: 'x',
    chart: 'donut',
  }
  expect(valuesOf(draft, undefined, [])).toMatchObject({
    chart_type: 'text',
    text_content: 'Hello',
    target_object_id: null,
    target_model: null,
    metric_key: null,
  })
})

test('a period of its own needs both days', () => {
  const draft = { ...draftOf(undefined, 'domain'), key: 'x', range: 'custom', from: '2026-01-01' }
  expect(isComplete(draft)).toBe(false)
  expect(isComplete({ ...draft, to: '2026-02-01' })).toBe(true)
  expect(valuesOf({ ...draft, to: '2026-02-01' }, undefined, []).widget_config).toEqual({
    start: '2026-01-01',
    end: '2026-02-01',
  })
})
