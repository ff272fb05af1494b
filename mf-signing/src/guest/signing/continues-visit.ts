/**
 * Another person may open the link again in this tab:
 * only a reload, a step back and a restored tab continue.
 */
export const continuesVisit = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .every((entry) => (entry as PerformanceNavigationTiming).type !== 'navigate')
