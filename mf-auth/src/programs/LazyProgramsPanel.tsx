import { lazyPart } from 'shared/remote'

export const ProgramsPanel = lazyPart(() => import(/* webpackChunkName: "programs" */ './ProgramsPanel.tsx'))
