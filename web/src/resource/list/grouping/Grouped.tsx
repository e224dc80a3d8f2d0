/** A list grouped by a field: headings with counts and sums, which collapse their rows. */
import { useCallback, useMemo } from 'react'
import type { Field } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import type { Section } from '@/ui/table/SectionRow'
import { Table, type TableProps } from '../ObjectTable'
import { useColumns } from '../useColumns'
import { nameOf, summable, sumsOf } from './groups'
import { useGroupedRows } from './useGroupedRows'

export default function Grouped({ by, ...props }: TableProps & { by: Field }) {
  const { resource, params, state } = props
  const { t } = useTranslation()
  const labels = useLabels()
  const { columns } = useColumns(resource, state)
  const summed = useMemo(() => summable(columns), [columns])
  const sums = useMemo(() => summed.map(column => column.name), [summed])
  const list = useGroupedRows(resource.path, params, by.name, sums)
  const { groups, folded, toggle, lines } = list
  // One object for each head, so that a head is drawn anew only when it changes.
  const sections = useMemo(
    () =>
      (groups ?? []).map((group): Section => {
        const key = String(group.key)
        const notes = [formatNumber(group.count), ...sumsOf(resource, summed, group, labels)]
        return {
          name: nameOf(resource, by, group, labels, t),
          note: notes.join(' · '),
          folded: folded.has(key),
          toggle: () => toggle(key),
        }
      }),
    [groups, folded, toggle, resource, by, summed, labels, t],
  )
  const section = useCallback(
    (at: number) => {
      const line = lines[at]
      return line?.at === null ? sections[line.group] : undefined
    },
    [lines, sections],
  )
  const all = folded.size > 0 && folded.size === groups?.length
  return (
    <Table
      {...props}
      list={list}
      section={section}
      tools={
        <Button look="quiet" size="sm" onClick={() => list.foldAll(!all)}>
          {t(all ? 'list.groups.unfoldAll' : 'list.groups.foldAll')}
        </Button>
      }
    />
  )
}
