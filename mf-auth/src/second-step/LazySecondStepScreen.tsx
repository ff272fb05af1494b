import { lazyPart } from 'shared/remote'

export const SecondStepScreen = lazyPart(() => import(/* webpackChunkName: "forms" */ './SecondStepScreen.tsx'))
