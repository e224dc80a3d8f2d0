/** In the list of vulnerabilities: how much time is left, while it matters. */

import type { Row } from '@/api/model'
import { useTranslation } from '@/i18n/react'
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
