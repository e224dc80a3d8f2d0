import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { refresh } from '@/api/objects'
import { useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/Toast'
import { loadDemo, STEPS } from './load'

/** A button that creates the demo, and a progress bar. */
export default function LoadDemo() {
  const { t, i18n } = useTranslation()
  const user = useUser()
  const client = useQueryClient()
  const [done, setDone] = useState(0)
  const load = useMutation({
    mutationFn: () => loadDemo(user, i18n.language, setDone),
    onSuccess: () => toast.good(t('demo.loaded')),
    // What was created so far has the demo's label and can be removed like all of it.
    onError: toast.bad,
    onSettled: () => refresh(client),
  })
  if (load.isPending)
    return (
      <div className="flex min-w-56 grow flex-col gap-1.5 sm:max-w-80">
        <div
          role="progressbar"
          aria-label={t('demo.loading')}
          aria-valuemin={0}
          aria-valuemax={STEPS}
          aria-valuenow={done}
          className="h-2 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className="h-full rounded-full bg-accent transition-[width]"
            style={{ width: `${(done / STEPS) * 100}%` }}
          />
        </div>
        <p className="text-ink-soft text-sm">{t('demo.loading')}</p>
      </div>
    )
  return (
    <Button icon={<FlaskConical size={16} aria-hidden />} onClick={() => load.mutate()}>
      {t('demo.load')}
    </Button>
  )
}
