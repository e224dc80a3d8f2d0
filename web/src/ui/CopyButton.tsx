import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button, type Props as Look } from './Button'
import { toast } from './Toast'

interface Props {
  text: string
  /** What it copies, for people who do not see what it is next to. */
  label: string
  /** Shows words and not only a sign. */
  words?: boolean
  look?: Look['look']
  onCopied?: () => void
}

export function CopyButton({ text, label, words, look = words ? 'plain' : 'quiet', onCopied }: Props) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard.writeText(text).then(() => {
      setCopied(true)
      onCopied?.()
    }, toast.bad)
  const Icon = copied ? Check : Copy
  const icon = <Icon size={15} aria-hidden className={copied ? 'text-good' : undefined} />
  return (
    <>
      {words ? (
        <Button look={look} onClick={() => void copy()} aria-label={label}>
          <Icon size={15} aria-hidden />
          {t(copied ? 'common.copied' : 'once.copy')}
        </Button>
      ) : (
        <Button look={look} size="sm" icon={icon} label={label} onClick={() => void copy()} />
      )}
      <span role="status" className="sr-only">
        {copied && t('common.copied')}
      </span>
    </>
  )
}
