/**
 * Messages contain the number and its page. No types: no loader reads this.
 */
export const runtimeDescMap = {}
export const buildDescMap = {}
export const errorDescMap = {}
export const typeDescMap = {}
