import { useTranslation } from '@/i18n/react'
import type { Measures } from '@/layouts/layout'
import { QUIET, Section } from './Section'

/** A few numbers that belong together, such as what a control costs. */
export function MeasureCard({ measures, onEdit }: { measures: Measures; onEdit?: () => void }) {
  const { t } = useTranslation()
  return (
    <Section
      title={t(measures.title)}
      action={
        onEdit && (
          <button type="button" className={QUIET} onClick={onEdit}>
            {t(measures.items.length > 0 ? 'common.edit' : 'detail.add')}{' '}
            <span className="sr-only">{t(measures.title)}</span>
          </button>
        )
      }
    >
      {measures.items.length === 0 && measures.empty && (
        <p className="border-line border-t py-2 text-ink-soft text-sm">{t(measures.empty)}</p>
      )}
      <dl className="mt-1 grid empty:hidden grid-cols-2 divide-line overflow-hidden rounded-lg border border-line bg-raised shadow-sm @2xl:flex @2xl:divide-x">
        {measures.items.map(item => (
          <div key={item.label} className="grow px-4 py-2.5">
            <dt className="text-ink-soft text-sm">{t(item.label)}</dt>
            <dd className="tabular font-semibold text-lg">
              {item.value}
              {item.more && (
                <span className="block font-normal text-ink-soft text-sm">
                  {t(item.more.text, { count: item.more.count })}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {measures.note && (
        <p className="mt-1.5 text-ink-soft text-sm">
          {t(measures.note.text, { count: measures.note.count })}
        </p>
      )}
    </Section>
  )
}
