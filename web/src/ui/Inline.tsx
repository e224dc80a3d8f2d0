/** One line of text in which `code` looks like code. */
export function Inline({ text }: { text: string }) {
  const parts = text.split('`')
  if (parts.length < 3) return text
  return parts.map((part, at) =>
    at % 2 === 1 ? (
      <code key={at} className="rounded-sm bg-sunken px-1 py-px font-mono text-[0.92em]">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
