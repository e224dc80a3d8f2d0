/** Who answers the open requirement, and how far they are. */
import { useTranslation } from '@/i18n/react'
import { QUIET } from '@/resource/detail/Section'
import { AllInitials } from '@/ui/Initials'
import type { Node } from '../model/tree'
import { Part } from '../panel/Part'
import { useWork } from '../work'
import { lastNote, namesOf } from './model'
import { StatusBadge } from './Steps'

export function AssignedTo({ node }: { node: Node }) {
  const { t } = useTranslation()
  const { assignedTo, mayAssign, assign } = useWork()
  const row = node.ra_id
  const assignment = row ? assignedTo.get(row) : undefined
  if (!row || (!assignment && !mayAssign)) return null
  const note = assignment && lastNote(assignment)
  return (
    <Part
      title={t('audit.assign.to')}
      action={
        mayAssign && (
          <button type="button" className={QUIET} onClick={() => assign([row])}>
            {t(assignment ? 'audit.assign.change' : 'audit.assign.verb')}
          </button>
        )
      }
    >
      {assignment ? (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <AllInitials names={namesOf(assignment)} />
          <span className="min-w-0 truncate">{namesOf(assignment).join(', ')}</span>
          <StatusBadge status={assignment.status} />
        </div>
      ) : (
        <p className="text-ink-soft text-sm">{t('audit.assign.nobody')}</p>
      )}
      {note && <p className="mt-1.5 text-sm text-warn">{note}</p>}
    </Part>
  )
}
