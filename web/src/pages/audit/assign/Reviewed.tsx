/** While the list shows one assignment: whose it is, how far it is, and what to do with it. */
import { X } from 'lucide-react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { AllInitials } from '@/ui/Initials'
import { tally } from '../model/progress'
import { useSearchState } from '../usePage'
import { useWork } from '../work'
import { lastNote, namesOf } from './model'
import { StatusBadge, Steps } from './Steps'

export function Reviewed() {
  const { t } = useTranslation()
  const { assignments, nodes } = useWork()
  const [{ assigned }, set] = useSearchState()
  const assignment = assignments.find(one => one.id === assigned)
  if (!assignment) return null
  const own = new Set(assignment.requirement_assessments.map(row => row.id))
  const done = tally(nodes.filter(node => node.ra_id && own.has(node.ra_id)))
  const names = namesOf(assignment)
  const note = lastNote(assignment)
  return (
    <section
      aria-label={t('audit.assign.to')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-bg px-5 py-2 text-sm lg:px-8"
    >
      <AllInitials names={names} />
      <span className="font-medium">{names.join(', ')}</span>
      <StatusBadge status={assignment.status} />
      <span className="text-ink-soft">
        {t('audit.assign.progress', { done: formatNumber(done.assessed), count: done.total })}
      </span>
      {note && <span className="text-warn">{note}</span>}
      <span className="ml-auto flex items-center gap-2">
        <Steps assignment={assignment} />
        <Button
          look="quiet"
          size="sm"
          icon={<X size={15} />}
          label={t('list.clearFilters')}
          onClick={() => set({ assigned: undefined })}
        />
      </span>
    </section>
  )
}
