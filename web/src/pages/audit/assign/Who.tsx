/** Who answers a requirement, in its line; where nobody does, a place to say who. */
import { UserPlus } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { Initials } from '@/ui/Initials'
import { type Node, nameOf } from '../model/tree'
import { type Assignment, namesOf } from './model'

interface Props {
  assignment: Assignment | null
  node: Node
  chosen: boolean
  onAssign?: (rows: string[]) => void
}

export function Who({ assignment, node, chosen, onAssign }: Props) {
  const { t } = useTranslation()
  const names = assignment ? namesOf(assignment) : []
  const [first, ...others] = names
  const face = first && (
    <span title={names.join(', ')} className="relative flex">
      <Initials name={names.join(', ')} />
      {others.length > 0 && (
        <span
          aria-hidden
          className="tabular absolute -right-1.5 -bottom-1 rounded-full bg-raised px-0.5 text-[0.625rem] text-ink-soft ring-1 ring-line"
        >
          +{others.length}
        </span>
      )}
    </span>
  )
  if (!onAssign || !node.ra_id)
    return <span className="flex w-8 shrink-0 justify-center max-lg:hidden">{face}</span>
  return (
    <button
      type="button"
      tabIndex={chosen ? 0 : -1}
      aria-label={
        first
          ? t('audit.assign.assigned', { names: names.join(', ') })
          : t('audit.assign.one', { name: node.ref_id || nameOf(node) })
      }
      onClick={event => {
        event.stopPropagation()
        onAssign([node.ra_id as string])
      }}
      className="grid h-7 w-8 shrink-0 place-items-center rounded-full max-lg:hidden"
    >
      {face || (
        <span
          aria-hidden
          className={cn(
            'grid size-6 place-items-center rounded-full border border-line-strong border-dashed text-ink-faint',
            !chosen && 'pointer-fine:opacity-0 pointer-fine:group-hover/line:opacity-100',
          )}
        >
          <UserPlus size={12} />
        </span>
      )}
    </button>
  )
}
