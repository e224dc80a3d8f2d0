/** A secret that is shown only once: big, easy to copy, and hard to close by accident. */
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from './Button'
import { Callout } from './Callout'
import { CopyButton } from './CopyButton'
import { Dialog } from './Dialog'

interface Props {
  title: string
  /** What is shown, as a label: “Secret”. */
  label: string
  secret: string
  warning: string
  children?: ReactNode
  onClose: () => void
}

export function ShownOnce({ title, label, secret, warning, children, onClose }: Props) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const [asked, setAsked] = useState(false)
  const close = () => (copied || asked ? onClose() : setAsked(true))
  return (
    <Dialog
      open
      firm
      onClose={onClose}
      title={title}
      footer={
        <>
          {asked && !copied && <p className="mr-auto self-center text-warn">{t('once.notCopied')}</p>}
          <Button look={copied ? 'primary' : 'plain'} onClick={close}>
            {t(asked && !copied ? 'once.closeAnyway' : 'once.done')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Callout tone="warn" icon={KeyRound} title={t('once.title')}>
          {warning}
        </Callout>
        <div className="flex flex-col gap-1.5">
          <span id="shown-once" className="font-medium">
            {label}
          </span>
          <div className="flex flex-wrap items-start gap-2">
            <output
              aria-labelledby="shown-once"
              className="min-w-0 grow basis-64 select-all break-all rounded-md border border-line-strong bg-sunken px-3 py-1.5 font-mono text-sm"
            >
              {secret}
            </output>
            <CopyButton
              words
              look={copied ? 'plain' : 'primary'}
              text={secret}
              label={t('once.copyWhat', { what: label.toLowerCase() })}
              onCopied={() => setCopied(true)}
            />
          </div>
        </div>
        {children}
      </div>
    </Dialog>
  )
}
