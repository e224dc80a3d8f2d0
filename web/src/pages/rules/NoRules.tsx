/** Before there is a rule: what rules are for, and some to start from. */
import { Radar } from 'lucide-react'
import type { Resource } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { Examples } from './Examples'

export default function NoRules({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  return (
    <div className="flex max-w-4xl flex-col gap-6 px-5 py-6 lg:px-8">
      <div className="flex gap-4">
        <span className="h-fit rounded-full bg-sunken p-3 text-ink-faint">
          <Radar size={20} aria-hidden />
        </span>
        <div className="flex flex-col gap-2">
          <h2 className="text-lg">{t('rules.none')}</h2>
          <p className="max-w-[66ch] text-pretty text-ink-soft">{t('rules.noneHelp')}</p>
        </div>
      </div>
      {resource.permissions.add && (
        <section className="flex flex-col gap-3">
          <h3 className="font-medium text-base">{t('rules.startFrom')}</h3>
          <Examples />
        </section>
      )}
    </div>
  )
}
