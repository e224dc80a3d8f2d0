import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Resource } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { History } from './History'

/** The history at the end of a page without tabs; it is loaded when it is opened. */
export function HistorySection({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <section className="pb-6">
      <h2 className="px-5 text-base lg:px-8">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-1 flex items-center gap-1.5 rounded-md px-1 py-0.5 hover:bg-hover"
        >
          <ChevronRight size={16} aria-hidden className={cn('transition-transform', open && 'rotate-90')} />
          {t('detail.history')}
        </button>
      </h2>
      {open && <History resource={resource} id={id} />}
    </section>
  )
}
