/**
 * Native dialogs: the browser keeps the focus inside, makes the rest inert and closes on Escape. Popovers
 * above a dialog must be rendered inside it; `useLayer` says where.
 */
import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from './Button'
import { cn } from './cn'
import { wayBack } from './focus'

const Layer = createContext<HTMLElement | null>(null)

/** Where menus and popovers are rendered: in the open dialog, or in the page. */
export function useLayer(): HTMLElement | undefined {
  return useContext(Layer) ?? undefined
}

interface Props {
  open: boolean
  onClose: () => void
  title: string
  /** Hides the title visually, but not from screen readers. */
  bare?: boolean
  /** Cannot be closed without an answer. */
  firm?: boolean
  size?: 'sm' | 'md' | 'lg'
  side?: 'left' | 'right' | 'top'
  footer?: ReactNode
  children: ReactNode
}

const SIZES = {
  sm: 'w-[min(27rem,calc(100vw-2rem))]',
  md: 'w-[min(38rem,calc(100vw-2rem))]',
  lg: 'w-[min(56rem,calc(100vw-2rem))]',
}

const FIRST = `[data-body] :is(input, select, textarea, button.control):not(:disabled), footer button:not(:disabled)`

export function Dialog({ open, ...rest }: Props) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({
  onClose,
  title,
  bare,
  firm,
  size = 'md',
  side,
  footer,
  children,
}: Omit<Props, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const { t } = useTranslation()
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const goBack = wayBack()
    element.showModal()
    // Closing is rarely the goal: start with the first field, or the least destructive button.
    if (document.activeElement?.hasAttribute('data-close')) {
      element.querySelector<HTMLElement>(FIRST)?.focus()
    }
    setLayer(element)
    return () => {
      element.close()
      goBack()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={event => {
        event.preventDefault()
        if (!firm) onClose()
      }}
      onClick={event => {
        if (event.target === event.currentTarget && !firm) onClose()
      }}
      className={cn(
        'overflow-hidden border border-line bg-surface shadow-md',
        side === 'left'
          ? 'slide ml-0 h-dvh w-72 rounded-r-lg'
          : side === 'right'
            ? 'slide-back mr-0 h-dvh w-[min(44rem,100vw)] rounded-l-lg'
            : cn('appear max-h-[calc(100dvh-3rem)] rounded-lg', SIZES[size], side === 'top' && 'mt-[12vh]'),
      )}
    >
      <div
        className={cn(
          'flex flex-col',
          side === 'left' || side === 'right' ? 'h-full' : 'max-h-[calc(100dvh-3rem)]',
        )}
      >
        {bare ? (
          <h2 id={heading} className="sr-only">
            {title}
          </h2>
        ) : (
          <header className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
            <h2 id={heading} className="text-lg">
              {title}
            </h2>
            {!firm && (
              <Button
                look="quiet"
                size="sm"
                icon={<X size={16} />}
                label={t('common.close')}
                data-close
                onClick={onClose}
              />
            )}
          </header>
        )}
        <Layer.Provider value={layer}>
          <div data-body className={cn('min-h-0 grow overflow-y-auto', !bare && 'px-5 py-4')}>
            {children}
          </div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-bg px-5 py-3">
              {footer}
            </footer>
          )}
        </Layer.Provider>
      </div>
    </dialog>
  )
}
