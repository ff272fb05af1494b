/// <reference path="../../shared/src/ui/css.d.ts" />
