/**
 * What is inconsistent in an assessment, an audit or a domain, and what puts it right. What was put right stays in its
 * place until the page is left, so that one sees what happened.
 */
import { useQuery } from '@tanstack/react-query'
import { RefreshCw, ScanSearch } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Empty, Failed, Loading } from '@/ui/States'
import type { DetailProps } from '..'
import { type Check, countOf, SEVERITIES, type Xray, xrayQuery } from './api'
import { Finding } from './Finding'
import { SeverityMark } from './SeverityMark'

export default function XrayPanel({ resource, row }: DetailProps) {
  const xray = useQuery(xrayQuery(resource.path, row.id))
  if (xray.data)
    return <Found key={row.id} xray={xray.data} busy={xray.isFetching} onAgain={() => void xray.refetch()} />
  return xray.error ? <Failed error={xray.error} retry={() => void xray.refetch()} /> : <Loading />
}

/** Names are unique among the checks of a resource. */
const isSame = (one: Check) => (other: Check) => one.name === other.name && one.resource === other.resource

/** The checks of this visit, as they were found first; those that find nothing any more are at rest. */
function useSeen(checks: Check[]): Check[] {
  const [seen, setSeen] = useState(checks)
  useEffect(() => {
    setSeen(before => {
      const fresh = checks.filter(one => !before.some(isSame(one)))
      return fresh.length > 0 ? [...before, ...fresh] : before
    })
  }, [checks])
  return seen
}

function Found({ xray, busy, onAgain }: { xray: Xray; busy: boolean; onAgain: () => void }) {
  const { t } = useTranslation()
  const seen = useSeen(xray.checks)
  const again = (
    <Button
      look="quiet"
      size="sm"
      disabled={busy}
      icon={<RefreshCw size={14} aria-hidden />}
      onClick={onAgain}
      data-no-print
    >
      {t('xray.again')}
    </Button>
  )
  if (seen.length === 0)
    return (
      <Empty title={t('xray.nothing')} icon={<ScanSearch />}>
        <p>{t('xray.nothingHelp')}</p>
        {again}
      </Empty>
    )
  return (
    <div className="flex flex-col gap-5 overflow-y-auto px-5 py-5 lg:px-8">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <p role="status" className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1">
          {xray.count === 0 ? (
            <span className="font-medium">{t('xray.allFixed')}</span>
          ) : (
            SEVERITIES.filter(severity => countOf(xray, severity) > 0).map(severity => (
              <SeverityMark
                key={severity}
                severity={severity}
                words={t(`xray.count.${severity}`, { count: countOf(xray, severity) })}
              />
            ))
          )}
        </p>
        {again}
      </div>
      <div className="grid max-w-5xl gap-4">
        {seen.map(check => (
          <Finding
            key={`${check.resource} ${check.name}`}
            check={xray.checks.find(isSame(check)) ?? { ...check, count: 0, objects: [] }}
          />
        ))}
      </div>
    </div>
  )
}
