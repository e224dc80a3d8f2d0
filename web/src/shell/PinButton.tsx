import { Star } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
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
      // After the last word of the name, and no taller than its line.
      className="-my-1 ml-1.5 align-middle max-sm:-my-2 max-sm:size-10"
      aria-pressed={pinned}
      icon={<Star size={15} aria-hidden className={cn(pinned && 'fill-accent text-accent')} />}
      label={t('nav.pin')}
      onClick={() => toggle(path, title)}
    />
  )
}
