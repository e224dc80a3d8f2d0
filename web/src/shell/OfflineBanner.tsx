import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { get, watchReachable } from '@/api/client'
import { useTranslation } from '@/i18n/react'

/** Shown while the server cannot be reached; checks whether it is back. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const [reachable, setReachable] = useState(navigator.onLine)
  useEffect(() => {
    const unwatch = watchReachable(setReachable)
    const off = () => setReachable(false)
    const look = () => void get('health/').then(() => setReachable(true), off)
    window.addEventListener('offline', off)
    window.addEventListener('online', look)
    return () => {
      unwatch()
      window.removeEventListener('offline', off)
      window.removeEventListener('online', look)
    }
  }, [])
  useEffect(() => {
    if (reachable) return
    const timer = setInterval(
      () =>
        void get('health/').then(
          () => setReachable(true),
          () => {},
        ),
      5000,
    )
    return () => clearInterval(timer)
  }, [reachable])
  if (reachable) return null
  return (
    <p role="status" data-no-print className="flex items-center gap-2 bg-warn-soft px-4 py-2 text-warn">
      <CloudOff aria-hidden size={16} className="shrink-0" />
      {t('errors.offlineHelp')}
    </p>
  )
}
