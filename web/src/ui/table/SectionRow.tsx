/** The heading of a group of rows: what they have in common and how many there are. It collapses them. */
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode } from 'react'
import { cn } from '../cn'

export interface Section {
  name: string
  /** What stands behind the name: how many there are, and their sums. */
  note: ReactNode
  folded: boolean
  toggle: () => void
}

interface Props {
  at: number
  section: Section
  span: number
  height: number
  current: boolean
  onFocus: (at: number) => void
  onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>, at: number) => void
}

function Head({ at, section, span, height, current, onFocus, onKeyDown }: Props) {
  return (
    <tr
      data-row={at}
      aria-rowindex={at + 2}
      aria-label={section.name}
      aria-expanded={!section.folded}
      tabIndex={current ? 0 : -1}
      onFocus={() => onFocus(at)}
      onKeyDown={event => {
        const wanted = { ArrowRight: false, ArrowLeft: true }[event.key]
        if (
          event.key === 'Enter' ||
          event.key === ' ' ||
          (wanted !== undefined && wanted !== section.folded)
        ) {
          event.preventDefault()
          section.toggle()
        } else onKeyDown(event, at)
      }}
      onClick={section.toggle}
      className="cursor-pointer select-none bg-sunken outline-offset-[-2px] hover:bg-hover"
      style={{ height }}
    >
      <td colSpan={span} className="border-line border-b pr-5 pl-4 lg:pl-7">
        <span className="flex items-center gap-2">
          <ChevronRight
            size={15}
            aria-hidden
            className={cn('shrink-0 text-ink-faint transition-transform', !section.folded && 'rotate-90')}
          />
          <span className="truncate font-semibold">{section.name}</span>
          <span className="tabular shrink-0 text-ink-soft text-sm">{section.note}</span>
        </span>
      </td>
    </tr>
  )
}

export const SectionRow = memo(Head)
