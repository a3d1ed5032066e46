/** Each page of the house, loaded when somebody goes there. */
export const PAGES = {
  lobby: () => import("./lobby/Lobby.svelte"),
  table: () => import("./table/TablePage.svelte"),
  position: () => import("./table/PositionPage.svelte"),
  analysis: () => import("./analysis/AnalysisPage.svelte"),
  device: () => import("./frame/DevicePage.svelte"),
  nowhere: () => import("./frame/NotFound.svelte"),
};
