/** A link that leaves this instance. If the settings say so, it asks first and shows the URL. */
import { ExternalLink } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { cn } from '@/ui/cn'

interface Props {
  url: string
  tabIndex?: number
  className?: string
}

export function isOutside(url: string): boolean {
  return /^https?:\/\//i.test(url)
}

export function OutsideLink({ url, tabIndex, className }: Props) {
  const { t } = useTranslation()
  const asks = useUser().interface.show_warning_external_links
  const [asking, setAsking] = useState(false)
  const ask = (event: MouseEvent) => {
    // The dialog is inside the link's row, which may have a click of its own.
    event.stopPropagation()
    if (!asks) return
    event.preventDefault()
    setAsking(true)
  }
  return (
    <>
      <a
        href={url}
        tabIndex={tabIndex}
        target="_blank"
        rel="noreferrer noopener"
        onClick={ask}
        className={cn('inline-flex max-w-full items-center gap-1 text-accent-text', className)}
      >
        <span className="truncate">{url.replace(/^https?:\/\//i, '')}</span>
        <ExternalLink size={13} aria-hidden className="shrink-0" />
      </a>
      {asking && (
        <ConfirmDialog
          title={t('outside.title')}
          verb={t('outside.open')}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            window.open(url, '_blank', 'noopener,noreferrer')
          }}
        >
          <p>{t('outside.help')}</p>
          <p className="mt-2 break-all font-medium">{url}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
