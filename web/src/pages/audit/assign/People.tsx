/** Narrows the list down to what someone answers, or what nobody does. */
import { UserRound } from 'lucide-react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { AllInitials } from '@/ui/Initials'
import { Menu } from '@/ui/Menu'
import { useSearchState } from '../usePage'
import { useWork } from '../work'
import { namesOf } from './model'

const FACES = 3

export function People() {
  const { t } = useTranslation()
  const { assignments } = useWork()
  const [{ assigned }, set] = useSearchState()
  if (assignments.length === 0) return null
  const chosen = assignments.find(one => one.id === assigned)
  const names = [...new Set(assignments.flatMap(namesOf))]
  const words = chosen
    ? namesOf(chosen).join(', ')
    : t(assigned === 'none' ? 'audit.assign.notAssigned' : 'audit.assign.anyone')
  return (
    <Menu
      align="start"
      items={[
        { label: t('audit.assign.anyone'), checked: !assigned, run: () => set({ assigned: undefined }) },
        {
          label: t('audit.assign.notAssigned'),
          checked: assigned === 'none',
          run: () => set({ assigned: 'none' }),
        },
        null,
        ...assignments.map(one => ({
          label: `${namesOf(one).join(', ')} · ${t(`audit.assign.states.${one.status}`)}`,
          hint: formatNumber(one.requirement_assessments.length),
          checked: one.id === assigned,
          run: () => set({ assigned: one.id }),
        })),
      ]}
    >
      <Button look="quiet" className={cn('max-w-72', assigned && 'bg-hover text-ink')}>
        {assigned ? (
          <UserRound size={15} aria-hidden />
        ) : (
          <span aria-hidden className="max-[1560px]:hidden">
            <AllInitials names={names} most={FACES} />
          </span>
        )}
        <span className="truncate">{words}</span>
      </Button>
    </Menu>
  )
}
