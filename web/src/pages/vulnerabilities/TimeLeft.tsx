/** In the list of vulnerabilities: how much time is left, while it matters. */
import { useTranslation } from 'react-i18next'
import type { Row } from '@/api/model'
import { isOpen } from '@/layouts/vulnerabilities'
import { Due } from '../due/Due'

export default function TimeLeft({ row }: { row: Row }) {
  const { t } = useTranslation()
  return typeof row.due_date === 'string' && isOpen(row) ? (
    <Due day={row.due_date} what={t('sla.left')} />
  ) : (
    <span className="text-ink-faint">—</span>
  )
}
