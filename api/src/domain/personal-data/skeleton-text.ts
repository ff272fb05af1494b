/** The text that the platform signs for a skeleton. */
export const skeletonText = (content: string): string => JSON.stringify(['trazo-skeleton-1', content])
