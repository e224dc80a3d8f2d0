/** More assets than a map can show: says so, and offers the most connected ones to start with. */
import { Waypoints } from 'lucide-react'
import { useMemo } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/States'
import type { AssetMap } from './assets'

const OFFERED = 12

export function TooMany({
  map,
  linked,
  onFocus,
}: {
  map: AssetMap
  linked: number
  onFocus: (id: string) => void
}) {
  const { t } = useTranslation()
  const hubs = useMemo(() => {
    const links = (id: string) => (map.get(id)?.children.length ?? 0) + (map.get(id)?.parents.length ?? 0)
    return [...map.values()].sort((a, b) => links(b.id) - links(a.id)).slice(0, OFFERED)
  }, [map])
  return (
    <Empty title={t('graph.tooMany', { count: formatNumber(linked) })} icon={<Waypoints />}>
      <p>{t('graph.tooManyHelp')}</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {hubs.map(node => (
          <li key={node.id} className="max-w-full">
            <Button className="max-w-72" onClick={() => onFocus(node.id)}>
              <span className="truncate">{node.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Empty>
  )
}
