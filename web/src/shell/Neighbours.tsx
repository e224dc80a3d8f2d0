/**
 * The position of an object in the list that the person came from, with links to the previous and next one.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useModel } from '@/api/model'
import { PAGE_SIZE, pageQuery } from '@/api/objects'
import { useInterface } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { resolve, to } from '@/resource/address'
import { Button } from '@/ui/Button'
import { isFree, isTaken, letter } from './keys/keys'
import { lastList } from './lastList'

export function Neighbours() {
  const path = useLocation({ select: location => location.pathname })
  const place = resolve(useModel(), path)
  return place.kind === 'item' && lastList(place.resource.path) ? (
    <Steps path={place.resource.path} id={place.id} />
  ) : null
}

function Steps({ path, id }: { path: string; id: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [ui] = useInterface()
  const params = lastList(path)?.params ?? {}
  const count = useQuery(pageQuery(path, params)).data?.count ?? 0
  const at = position()
  /** Of what was seen of the list. */
  function position(): number {
    for (let page = 0; page * PAGE_SIZE < count; page += 1) {
      const rows = client.getQueryData(pageQuery(path, params, page).queryKey)?.results
      const found = rows?.findIndex(row => row.id === id) ?? -1
      if (found >= 0) return page * PAGE_SIZE + found
    }
    return -1
  }
  const go = async (next: number) => {
    if (at < 0 || next < 0 || next >= count) return
    const page = await client.ensureQueryData(pageQuery(path, params, Math.floor(next / PAGE_SIZE)))
    const row = page.results[next % PAGE_SIZE]
    // Stepping replaces the history entry: going back leads to the list, and not through every object.
    if (row) void navigate({ to: to.item(path, row.id), replace: true })
  }
  const latest = useRef(go)
  latest.current = go
  const alone = ui.keys !== false
  useEffect(() => {
    if (!alone || at < 0) return
    const onKey = (event: KeyboardEvent) => {
      if (!isFree(event) || isTaken(event)) return
      const step = { j: 1, k: -1 }[letter(event)]
      if (step) void latest.current(at + step)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [alone, at])
  if (at < 0 || count < 2) return null
  return (
    <div data-no-print className="flex items-center gap-0.5 text-ink-soft text-sm">
      <span className="tabular mr-1.5 whitespace-nowrap">{t('nav.position', { at: at + 1, count })}</span>
      <Button
        look="quiet"
        size="sm"
        icon={<ArrowUp size={15} />}
        label={t('nav.previous')}
        disabled={at === 0}
        onClick={() => void go(at - 1)}
      />
      <Button
        look="quiet"
        size="sm"
        icon={<ArrowDown size={15} />}
        label={t('nav.next')}
        disabled={at === count - 1}
        onClick={() => void go(at + 1)}
      />
    </div>
  )
}
