import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { usePinnable, usePins } from './pins'

/** Pins the page to the top of the navigation, or unpins it. */
export function PinButton({ title }: { title: string }) {
  const { t } = useTranslation()
  const path = usePinnable()
  const { isPinned, toggle } = usePins()
  if (!path) return null
  const pinned = isPinned(path)
  return (
    <Button
      look="quiet"
      size="sm"
      data-no-print
      // Beside the name, and as tall as its line.
      className="mt-0.5 shrink-0 max-sm:-my-1 max-sm:size-10"
      aria-pressed={pinned}
      icon={<Star size={15} aria-hidden className={cn(pinned && 'fill-accent text-accent')} />}
      label={t('nav.pin')}
      onClick={() => toggle(path, title)}
    />
  )
}
