/** Begins to count how much a page jumps while it loads; call before `goto`, and what it gives after. */
export async function countShift(page) {
  await page.addInitScript(() => {
    window.shifted = 0
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => window.shifted)
}
