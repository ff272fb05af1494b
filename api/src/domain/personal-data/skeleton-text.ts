/** The signed text. */
export const skeletonText = (content: string): string => JSON.stringify(['trazo-skeleton-1', content])
