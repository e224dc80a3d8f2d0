/** On the page of a match: why the rule applies to the record, or did. */
import { useTranslation } from '@/i18n/react'
import { Section } from '@/resource/detail/Section'
import type { DetailProps } from '..'

export default function MatchAbove({ row }: DetailProps) {
  const { t } = useTranslation()
  return (
    <Section title={t(row.state === 'open' ? 'rules.why' : 'rules.whyThen')}>
      <p className="max-w-[66ch] text-pretty pt-1">{String(row.reason)}</p>
    </Section>
  )
}
