/** Tabs whose choice is in the address, so that a link leads to the very tab. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn'

export interface Tab {
  name: string
  label: string
  count?: number
  view: () => ReactNode
}

export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const navigate = useNavigate()
  const wanted = (useSearch({ strict: false }) as { tab?: string }).tab
  const current = tabs.find(tab => tab.name === wanted) ?? tabs[0]
  if (!current) return null
  const choose = (name: string) => {
    const tab = name === tabs[0]?.name ? undefined : name
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ domain: now.domain, tab }),
      replace: true,
    } as never)
  }
  return (
    <Radix.Root value={current.name} onValueChange={choose} className="flex min-h-0 grow flex-col">
      <Radix.List
        aria-label={label}
        data-no-print
        className="flex shrink-0 gap-1 overflow-x-auto border-line border-b px-2.5 lg:px-5.5"
      >
        {tabs.map(tab => (
          <Radix.Trigger
            key={tab.name}
            value={tab.name}
            className={cn(
              'whitespace-nowrap border-transparent border-b-2 px-2.5 pt-1.5 pb-2 text-ink-soft transition-colors hover:text-ink',
              'outline-offset-[-2px] data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink',
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="ml-1.5 rounded-full bg-sunken px-1.5 py-px text-xs">{tab.count}</span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={current.name} className="flex min-h-0 grow flex-col outline-none" tabIndex={-1}>
        {current.view()}
      </Radix.Content>
    </Radix.Root>
  )
}
