export { renderInShell, type ShellOptions } from './render-in-shell.tsx'
