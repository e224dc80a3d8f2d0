/** What is chosen, beside the list, or over it where there is no room. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'

/** As much room as a list and its fields need. */
export const BESIDE = 780

interface Props {
  beside: boolean
  title: string
  /** Whether its fields can be changed. */
  editable: boolean
  onClose: () => void
  children: ReactNode
}

export function SidePanel({ beside, title, editable, onClose, children }: Props) {
  const { t } = useTranslation()
  const fields = (
    <fieldset disabled={!editable} className="min-w-0">
      {children}
    </fieldset>
  )
  if (beside)
    return (
      <aside
        aria-label={title}
        className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-lg border border-line bg-raised p-5 shadow-sm"
      >
        {fields}
      </aside>
    )
  return (
    <Dialog open side="right" bare title={title} onClose={onClose}>
      <div className="relative p-5 pt-14">
        <Button
          look="quiet"
          className="absolute top-2 right-3 max-sm:size-11"
          icon={<X size={17} />}
          label={t('common.close')}
          onClick={onClose}
        />
        {fields}
      </div>
    </Dialog>
  )
}

/** What is new, or chosen twice, is named first. */
export const focusName = () =>
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-field=name]')?.focus()),
  )
