import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '@/api/client'
import { formatDateTime, formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { Skeleton } from '@/ui/States'
import { proofQuery, useMaySeeProof } from './api'

/**
 * The proof that an entry is in the signed tree of the journal, with everything another program needs to
 * check it.
 */
export function EntryProof({ seq }: { seq: number }) {
  const { t } = useTranslation()
  const mayAsk = useMaySeeProof()
  const [asked, setAsked] = useState(false)
  const proof = useQuery({ ...proofQuery(seq), enabled: asked })
  if (!mayAsk) return null
  if (!asked) {
    return (
      <Button
        look="quiet"
        size="sm"
        className="-ml-2 self-start"
        icon={<ShieldCheck size={14} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {t('log.prove')}
      </Button>
    )
  }
  if (proof.isPending) return <Skeleton className="h-20 w-full" />
  if (proof.error) {
    return (
      <p role="alert" className="text-ink-soft">
        {proof.error instanceof ApiError ? proof.error.message : t('errors.unexpected')}
      </p>
    )
  }
  const { index, size, head } = proof.data
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="flex items-start gap-2 text-good">
        <ShieldCheck size={16} aria-hidden className="mt-0.5 shrink-0" />
        {t('log.proved', {
          place: formatNumber(index + 1),
          size: formatNumber(size),
          when: head ? formatDateTime(head.at) : '',
        })}
      </p>
      <Code
        text={JSON.stringify(proof.data, null, 2)}
        json
        label={t('log.proof')}
        copy={t('log.copyProof')}
        className="max-h-60"
      />
    </div>
  )
}
