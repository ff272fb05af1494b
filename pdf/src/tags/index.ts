export { hasStructure } from './structure-tree.ts'
export * from './structure-writer.ts'
export * from './tag-widgets.ts'
