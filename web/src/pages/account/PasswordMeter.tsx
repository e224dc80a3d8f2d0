/** Says while a password is typed whether it will be accepted, by the server's own rule. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { request } from '@/api/client'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'

interface Strength {
  score: 0 | 2 | 3 | 4
  faults: { message: string }[]
}

/** Milliseconds without a key before the server is asked. */
const PAUSE = 250

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** `token` is that of a password link; without one, the password is for one's own account. */
export function PasswordMeter({ password, token }: { password: string; token?: string }) {
  const { t } = useTranslation()
  const settled = useSettled(password)
  const strength = useQuery({
    // What was typed stays in memory no longer than it is shown.
    queryKey: ['password-strength', settled, token],
    gcTime: 0,
    retry: false,
    enabled: settled !== '',
    queryFn: async ({ signal }) => {
      const body = { password: settled, ...(token && { token }) }
      return (
        await request<Strength>('iam/password-strength/', {
          method: 'POST',
          body,
          signal,
          anonymous: !!token,
        })
      ).data
    },
  })
  if (password === '') return null
  const { score, faults } = strength.data ?? { score: 0, faults: [] }
  const tone = score === 0 ? 'bg-bad' : score === 2 ? 'bg-warn' : 'bg-good'
  const words = !strength.data ? t('meter.checking') : score === 0 ? t('meter.refused') : t(`meter.${score}`)
  return (
    <div className="flex flex-col gap-1.5" role="status" aria-label={t('meter.label')}>
      <div className="flex items-center gap-3">
        <div aria-hidden className="grid grow grid-cols-4 gap-1">
          {[1, 2, 3, 4].map(part => (
            <span
              key={part}
              className={cn(
                'h-1.5 rounded-full',
                part <= Math.max(score, 1) && strength.data ? tone : 'bg-line',
              )}
            />
          ))}
        </div>
        <span className="text-ink-soft text-sm">{words}</span>
      </div>
      {faults.length > 0 && (
        <ul className="flex flex-col gap-0.5 text-ink-soft text-sm">
          {faults.map(fault => (
            <li key={fault.message}>{fault.message}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
