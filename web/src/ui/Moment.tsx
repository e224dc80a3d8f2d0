import { formatDateTime, formatRelative } from '@/i18n/format'

/** “2 hours ago”, with the exact time on hover. */
export function Moment({ at, exact }: { at: string; exact?: boolean }) {
  const [full, relative] = [formatDateTime(at), formatRelative(at)]
  return (
    <time dateTime={at} title={exact ? relative : full} className="tabular whitespace-nowrap">
      {exact ? full : relative}
    </time>
  )
}
