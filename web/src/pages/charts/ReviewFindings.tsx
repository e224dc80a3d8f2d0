/** On the page of a findings review: its findings by severity and by when they are due. */
import { useQuery } from '@tanstack/react-query'
import { useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { Section } from '@/resource/detail/Section'
import type { DetailProps } from '..'
import { FindingsCharts } from './ListCharts'

export default function ReviewFindings({ row }: DetailProps) {
  const { t } = useTranslation()
  const findings = useModel().resources.findings
  const params = { findings_assessment: row.id }
  const count = useQuery({ ...pageQuery('findings', params, 0, 1), enabled: !!findings }).data?.count
  // A review without findings says so in its list below.
  if (!findings || count === 0) return null
  return (
    <Section title={t('charts.progress')}>
      <div className="mt-1 rounded-lg border border-line bg-raised px-4 py-3.5 shadow-sm">
        <FindingsCharts resource={findings} params={params} compact />
      </div>
    </Section>
  )
}
