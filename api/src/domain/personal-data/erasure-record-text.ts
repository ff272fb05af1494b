/** The signed text. */
export const erasureRecordText = (content: string): string => JSON.stringify(['trazo-skeleton-1', content])
