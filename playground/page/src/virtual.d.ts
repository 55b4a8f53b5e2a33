declare module "virtual:examples" {
    const examples: readonly { name: string; title: string; text: string; tests: { name: string; stdin: string; stdout: string }[] }[];
    export default examples;
}
