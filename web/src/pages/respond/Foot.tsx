import type { ReactNode } from 'react'

/** The buttons stay at the foot of the screen, within reach of a thumb. */
export function Foot({ children }: { children: ReactNode }) {
  return (
    <footer data-foot="form" className="sticky bottom-0 z-10 border-line border-t bg-surface">
      <div className="mx-auto flex max-w-[35rem] gap-2.5 px-5 py-2.5">{children}</div>
    </footer>
  )
}
