//! Drawing of the dependences near a failure, laid out by `layout-rs`. The executions of a statement are merged into
//! one node.

use std::collections::{BTreeMap, BTreeSet};

use layout::backends::svg::SVGWriter;
use layout::core::base::Orientation;
use layout::core::color::Color;
use layout::core::geometry::Point;
use layout::core::style::{LineStyleKind, StyleAttr};
use layout::std_shapes::shapes::{Arrow, Element, LineEndKind, ShapeKind};
use layout::topo::layout::VisualGraph;

use crate::model::words::one_line;
use crate::model::{Dependency, TraceReport};

/// Maximum number of statements drawn: those nearest to the failure.
const MOST_NODES: usize = 14;
/// Maximum number of characters of a statement.
const WIDTH: usize = 32;
/// Size of a character and of the space around a text, in units of the drawing.
const CHARACTER: f64 = 8.5;
const MARGIN: f64 = 24.0;
const HEIGHT: f64 = 30.0;
const FONT: usize = 14;
/// Colours of fills and lines: black, white, and the colour of the failure.
const BLACK: u32 = 0x0000_00ff;
const WHITE: u32 = 0xffff_ffff;
const FAILURE: u32 = 0xffd9_d9ff;

/// SVG of the drawing; `None` if there is nothing to draw.
pub(super) fn svg(report: &TraceReport) -> Option<String> {
    let nearest = nearest(report);
    if nearest.len() < 2 {
        return None;
    }
    let mut graph = VisualGraph::new(Orientation::TopToBottom);
    let mut handles = BTreeMap::new();
    // Nodes in the order of the run, from the top.
    for i in nearest {
        let node = &report.nodes[i];
        let text = format!("{}: {}", node.line, one_line(&node.text, WIDTH));
        let size = Point::new(text.chars().count() as f64 * CHARACTER + MARGIN, HEIGHT);
        let fill = if node.distance == 0 { FAILURE } else { WHITE };
        let look = StyleAttr::new(Color::new(BLACK), 1, Some(Color::new(fill)), 4, FONT);
        let shape = ShapeKind::new_box(&text);
        let element = Element::create(shape, look, Orientation::TopToBottom, size);
        handles.insert(node.component, graph.add_node(element));
    }
    let mut drawn = BTreeSet::new();
    for edge in &report.edges {
        let [from, to] = [edge.from, edge.to].map(|i| report.nodes[i].component);
        let (Some(later), Some(earlier)) = (handles.get(&from), handles.get(&to)) else {
            continue;
        };
        // One arrow between two nodes suffices, even if there are dependences in both directions.
        if from == to || !drawn.insert((from.min(to), from.max(to))) {
            continue;
        }
        let line = match edge.kind {
            Dependency::Data => LineStyleKind::Normal,
            Dependency::Control => LineStyleKind::Dashed,
            Dependency::Summary | Dependency::Order | Dependency::Aliased => LineStyleKind::Dotted,
        };
        let look = StyleAttr::simple();
        // Arrows lead from a cause to its dependants.
        let (start, end) = (LineEndKind::None, LineEndKind::Arrow);
        let arrow = Arrow::new(start, end, line, "", &look, &None, &None);
        graph.add_edge(arrow, *earlier, *later);
    }
    let mut writer = SVGWriter::new();
    graph.do_it(false, false, false, &mut writer);
    let text = writer.finalize();
    // The XML declaration is removed, because the SVG is embedded in HTML.
    let start = text.find("<svg")?;
    Some(text[start..].to_owned())
}

/// Nodes to draw, in the order of the run: for each statement, the execution nearest to the failure.
fn nearest(report: &TraceReport) -> Vec<usize> {
    let mut of: BTreeMap<u32, usize> = BTreeMap::new();
    for (i, node) in report.nodes.iter().enumerate() {
        let Some(component) = node.component else {
            continue;
        };
        let known = of.entry(component).or_insert(i);
        if node.distance <= report.nodes[*known].distance {
            *known = i;
        }
    }
    let mut nearest: Vec<usize> = of.into_values().collect();
    nearest.sort_by_key(|i| (report.nodes[*i].distance, std::cmp::Reverse(*i)));
    nearest.truncate(MOST_NODES);
    nearest.sort_unstable();
    nearest
}
