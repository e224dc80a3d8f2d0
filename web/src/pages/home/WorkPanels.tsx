/** The first items of the work that is due, and of what awaits approval. */
import { Inbox, Stamp } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { useSnoozed } from '../my-work/snooze'
import { useWhose, Whose } from '../my-work/useWhose'
import { WorkRows } from '../my-work/WorkRows'
import { SOON, useApprovals, useWaiting } from '../my-work/work'
import { Calm, Panel } from './Panel'

const SHOWN = 6

export function WorkPanel() {
  const { t } = useTranslation()
  const { scope, mine, actors } = useWhose()
  const waiting = useWaiting(actors)
  const snoozed = useSnoozed()
  // Others have not put it off.
  const items = mine ? waiting.items.filter(item => !snoozed.until(item)) : waiting.items
  const list = { ...waiting, items, count: waiting.count - waiting.items.length + items.length }
  return (
    <Panel
      title={t(mine ? 'work.mine' : 'work.everyones')}
      icon={<Inbox />}
      alarm={list.late > 0}
      aside={<Whose scope={scope} />}
      step={{ label: t('work.viewAll'), to: '/my-work', search: { scope } }}
      rows={SHOWN}
      {...list}
    >
      {list.items.length > 0 ? (
        <WorkRows items={list.items.slice(0, SHOWN)} />
      ) : (
        <Calm>{t(mine ? 'work.none' : 'work.noneAll', { days: SOON })}</Calm>
      )}
    </Panel>
  )
}

export function ApprovalsPanel() {
  const { t } = useTranslation()
  const list = useApprovals()
  return (
    <Panel title={t('work.approvals')} icon={<Stamp />} rows={1} {...list}>
      {list.items.length > 0 ? (
        <WorkRows items={list.items.slice(0, 4)} />
      ) : (
        <Calm>{t('work.noApprovals')}</Calm>
      )}
    </Panel>
  )
}
