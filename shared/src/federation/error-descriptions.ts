/**
 * Messages contain the number and its page. No types: no loader reads this.
 */
export const runtimeDescMap = {}
export const buildDescMap = runtimeDescMap
export const errorDescMap = runtimeDescMap
export const typeDescMap = runtimeDescMap
